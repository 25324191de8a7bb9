//! Some fields of an execution as a struct of their own: to keep them aside, or to exchange them.

/// Declares a struct of fields that an execution has by the same names, with `exchange`: swaps them with those of an
/// execution. The lifetime is that of the execution.
macro_rules! part_of_execution {
    (
        $(#[$about:meta])*
        $shown:vis struct $Part:ident $(<$life:lifetime>)? of Execution<$of:lifetime> {
            $($shown_field:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])*
        $shown struct $Part $(<$life>)? {
            $($shown_field $field: $type,)*
        }

        impl $(<$life>)? $Part $(<$life>)? {
            /// Exchanges the fields with those of an execution.
            fn exchange(&mut self, exec: &mut Execution<$of>) {
                $(std::mem::swap(&mut self.$field, &mut exec.$field);)*
            }
        }
    };
}

/// The same, with `of`: the fields of an execution. `without`: all other fields, or `..`.
macro_rules! copied_part_of_execution {
    (
        $(#[$about:meta])*
        $shown:vis struct $Part:ident $(<$life:lifetime>)? of Execution<$of:lifetime> {
            $($field:ident: $type:ty,)*
        }
        without { $($other:tt)* }
    ) => {
        part_of_execution! {
            $(#[$about])*
            $shown struct $Part $(<$life>)? of Execution<$of> {
                $($field: $type,)*
            }
        }

        impl $(<$life>)? $Part $(<$life>)? {
            /// The fields of an execution.
            fn of(exec: &Execution<$of>) -> Self {
                let Execution { $($field,)* $($other)* } = exec;
                $Part { $($field: Clone::clone($field),)* }
            }
        }
    };
}

pub(super) use {copied_part_of_execution, part_of_execution};
